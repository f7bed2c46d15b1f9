"""Formats of Punctual that schemathesis does not know, and the ids of existing resources."""

import json
import os

import schemathesis
from hypothesis import strategies as st

ECHO = os.environ["FUZZ_ECHO"]
THERE = json.loads(os.environ["FUZZ_THERE"])
# Fields of bodies that have a format and may be null.
NULLABLE = set()

minute = st.sampled_from(["0", "*", "*/5", "30", "0-30/10", "5,35", "59"])
hour = st.sampled_from(["*", "0", "2", "9-17", "*/6", "23"])
day = st.sampled_from(["*", "1", "15", "L", "31"])
month = st.sampled_from(["*", "1", "JAN-MAR", "*/2"])
weekday = st.sampled_from(["*", "1-5", "SUN", "0", "7"])
cron = st.tuples(minute, hour, day, month, weekday).map(" ".join)

schemathesis.openapi.format("cron", cron | st.sampled_from(["@daily", "@hourly", "0 0 30 2 *"]))
schemathesis.openapi.format(
    "time-zone", st.sampled_from(["UTC", "Europe/Paris", "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe"])
)
# The only targets: the echo target of this machine, and names that do not exist.
schemathesis.openapi.format(
    "target",
    st.sampled_from([f"{ECHO}/fuzz", "https://shop.invalid/a?b={{scheduled_for}}", "mailto:ops@example.invalid"]),
)
schemathesis.openapi.format("re2", st.sampled_from(["ok", "^done$", "[a-z]+", "(?i)fine"]))
schemathesis.openapi.format("status-ranges", st.sampled_from(["200", "200-204,302", "500-599"]))
schemathesis.openapi.format(
    "notification-config", st.sampled_from(["https://shop.invalid/note", '{"url": "https://shop.invalid/note"}'])
)


@schemathesis.hook
def before_load_schema(ctx, raw_schema):
    """White space around a header's value is not part of it: a key that breaks its pattern only by that is accepted."""
    for schema in raw_schema["components"]["schemas"].values():
        for name, field in schema.get("properties", {}).items():
            if "format" in field and "null" in field.get("type", []):
                NULLABLE.add(name)
    for operations in raw_schema["paths"].values():
        for operation in operations.values():
            parameters = operation.get("parameters", [])
            operation["parameters"] = [one for one in parameters if not one.get("$ref", "").endswith("/IdempotencyKey")]


@schemathesis.hook
def filter_failure(ctx, failure, case, response):
    """A format applies to texts only: in a nullable field, null does not violate it."""
    if "violates `format`" not in failure.message or not isinstance(case.body, dict):
        return True
    return not any(value is None and name in NULLABLE for name, value in case.body.items())


@schemathesis.hook
def map_path_parameters(ctx, path_parameters):
    """Every second id exists; existing resources are not deleted, so that other calls find them."""
    if not path_parameters or ctx.operation.method.upper() == "DELETE":
        return path_parameters
    for name, value in path_parameters.items():
        if name in THERE and isinstance(value, int) and value % 2 == 0 and "api-keys" not in ctx.operation.path:
            path_parameters[name] = THERE[name]
    return path_parameters
