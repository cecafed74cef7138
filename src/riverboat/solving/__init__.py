"""Games solved: sequence form, linear programs, regret minimisation, best responses and exact certificates."""
