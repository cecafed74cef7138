"""The page: a FastAPI application and static files without a build step. Its modules are not public."""
