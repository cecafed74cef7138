# The page, the commands and the workers in one image: `docker build -t riverboat .`
FROM python:3.11-slim AS build
WORKDIR /source
COPY pyproject.toml README.md LICENSE ./
COPY src ./src
RUN pip wheel --no-cache-dir --wheel-dir /wheels ".[cluster,postgres]"

FROM python:3.11-slim
RUN useradd --create-home --uid 1000 riverboat
COPY --from=build /wheels /wheels
RUN pip install --no-cache-dir --no-index --find-links=/wheels "riverboat[cluster,postgres]" && rm -rf /wheels
USER riverboat
WORKDIR /home/riverboat
ENV RIVERBOAT_CACHE=/home/riverboat/cache PYTHONUNBUFFERED=1
RUN riverboat warmup --all
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/')"]
# Whoever publishes the port decides who may come in: compose.yaml publishes it to this machine alone.
CMD ["riverboat", "serve", "--host", "0.0.0.0", "--port", "8000", "--no-browser", "--open"]
