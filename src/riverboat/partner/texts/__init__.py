"""Everything that the partner says, in English: another language would be a package beside this one."""
