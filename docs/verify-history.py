"""Verifies a history that GET /v1/audit/export gave, against checkpoints that were signed of it. Python 3.8 or newer alone.

  python3 verify-history.py EXPORT.ndjson CHECKPOINTS.json KEYS.json WORKSPACE_ID

CHECKPOINTS.json and KEYS.json are answers of /v1/audit/checkpoints and /v1/audit/keys. It says what verify-history.mjs says.
"""

import base64
import hashlib
import json
import sys

# --- RFC 8785 -------------------------------------------------------------------------------------------------------


def es_number(value):
    """A number as JavaScript writes it: the shortest digits that give it back, with an exponent from 1e21 on and below 1e-6."""
    value = float(value)
    if value in (float("inf"), float("-inf")):
        return "null"
    if value == 0:
        return "0"
    if value < 0:
        return "-" + es_number(-value)
    mantissa, _, exponent = repr(value).partition("e")
    whole, _, fraction = mantissa.partition(".")
    fraction = "" if fraction == "0" else fraction
    digits = (whole + fraction).lstrip("0")
    point = len(whole) + int(exponent or 0) - (len(whole + fraction) - len(digits))
    digits = digits.rstrip("0")
    count = len(digits)
    if count <= point <= 21:
        return digits + "0" * (point - count)
    if 0 < point <= 21:
        return digits[:point] + "." + digits[point:]
    if -6 < point <= 0:
        return "0." + "0" * -point + digits
    power = ("+" if point > 0 else "-") + str(abs(point - 1))
    return digits[0] + ("." + digits[1:] if count > 1 else "") + "e" + power


ESCAPES = {'"': '\\"', "\\": "\\\\", "\b": "\\b", "\f": "\\f", "\n": "\\n", "\r": "\\r", "\t": "\\t"}


def es_string(text):
    """A string as JavaScript writes it; half of a surrogate pair becomes its escape."""
    out = []
    for letter in text:
        if letter in ESCAPES:
            out.append(ESCAPES[letter])
        elif letter < " " or "\ud800" <= letter <= "\udfff":
            out.append("\\u%04x" % ord(letter))
        else:
            out.append(letter)
    return '"' + "".join(out) + '"'


def canonical(value):
    if value is None:
        return "null"
    if value is True:
        return "true"
    if value is False:
        return "false"
    if isinstance(value, str):
        return es_string(value)
    if isinstance(value, (int, float)):
        return es_number(value)
    if isinstance(value, list):
        return "[" + ",".join(map(canonical, value)) + "]"
    names = sorted(value, key=lambda name: name.encode("utf-16-be", "surrogatepass"))
    return "{" + ",".join(es_string(name) + ":" + canonical(value[name]) for name in names) + "}"


# --- RFC 9162 -------------------------------------------------------------------------------------------------------

FIELDS = ("data", "event_id", "metadata", "revision", "stream", "type")


def sha256(*parts):
    return hashlib.sha256(b"".join(parts)).digest()


def leaf_hash(item):
    return sha256(b"\0", canonical({name: item.get(name) for name in FIELDS}).encode("utf-8"))


def add_leaf(peaks, node, size):
    while size % 2 == 1:
        node = sha256(b"\1", peaks.pop(), node)
        size //= 2
    peaks.append(node)


def root_of(peaks):
    if not peaks:
        return sha256()
    root = peaks[-1]
    for peak in reversed(peaks[:-1]):
        root = sha256(b"\1", peak, root)
    return root


# --- Ed25519, RFC 8032, verification alone: nothing here is secret, so it may take its time ----------------------------

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
ROOT = pow(2, (P - 1) // 4, P)


def add(one, other):
    a = (one[1] - one[0]) * (other[1] - other[0]) % P
    b = (one[1] + one[0]) * (other[1] + other[0]) % P
    c = 2 * one[3] * other[3] * D % P
    d = 2 * one[2] * other[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return (e * f % P, g * h % P, f * g % P, e * h % P)


def multiply(scalar, point):
    result = (0, 1, 1, 0)
    while scalar:
        if scalar & 1:
            result = add(result, point)
        point = add(point, point)
        scalar >>= 1
    return result


def decompress(data):
    number = int.from_bytes(data, "little")
    sign, y = number >> 255, number & (2**255 - 1)
    if y >= P:
        return None
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P != 0:
        x = x * ROOT % P
    if (x * x - square) % P != 0 or (x == 0 and sign):
        return None
    if x & 1 != sign:
        x = P - x
    return (x, y, 1, x * y % P)


BASE = decompress((4 * pow(5, P - 2, P) % P).to_bytes(32, "little"))


def is_signature(public, text, signature):
    if len(public) != 32 or len(signature) != 64:
        return False
    key, point = decompress(public), decompress(signature[:32])
    scalar = int.from_bytes(signature[32:], "little")
    if key is None or point is None or scalar >= L:
        return False
    challenge = int.from_bytes(hashlib.sha512(signature[:32] + public + text).digest(), "little") % L
    left, right = multiply(scalar, BASE), add(point, multiply(challenge, key))
    return (left[0] * right[2] - right[0] * left[2]) % P == 0 and (left[1] * right[2] - right[1] * left[2]) % P == 0


# --- The history ----------------------------------------------------------------------------------------------------


def is_signed(checkpoint, keys, workspace_id):
    known = [key for key in keys if key["key_id"] == checkpoint["key_id"]]
    if not known:
        return False
    text = "%s\n%s\n%s\n" % (workspace_id, es_number(checkpoint["size"]), checkpoint["root_hash"])
    try:
        public, signature = (base64.b64decode(part, validate=True) for part in (known[0]["public_key"], checkpoint["signature"]))
    except ValueError:
        return False
    return is_signature(public, text.encode("utf-8"), signature)


def fault_of(item, index, workspace_id, digest):
    """What is wrong with one item, by itself; None when nothing is."""
    if item.get("leaf_index") != index or isinstance(item.get("leaf_index"), bool):
        return "leaf_index is not its place: a fact is missing, added or moved"
    if digest.hex() != item.get("leaf_hash"):
        return "leaf_hash is not that of the fact: the fact was changed"
    metadata = item.get("metadata")
    metadata = metadata if isinstance(metadata, dict) else {}
    owners = (metadata.get("projectId"), metadata.get("organizationId"))
    if not any(isinstance(owner, str) and owner.lower() == workspace_id for owner in owners):
        return "belongs to another history"
    if canonical(item.get("actor")) != canonical(metadata.get("actor")):
        return "actor is not that of metadata"
    return None


def no_constant(_):
    raise ValueError("not JSON")


def verify_history(lines, checkpoints, keys, workspace_id):
    """`lines` are texts in order; the answer is the one of verifyHistory in verify-history.mjs."""
    workspace_id = workspace_id.lower()
    signed = sorted(checkpoints, key=lambda checkpoint: checkpoint["size"])
    for checkpoint in signed:
        if not is_signed(checkpoint, keys, workspace_id):
            fault = "checkpoint of size %s is not signed by a known key" % checkpoint["size"]
            return {"valid": False, "leaf": None, "fault": fault}
    peaks, size, covered, following = [], 0, 0, 0

    def check():
        nonlocal covered, following
        while following < len(signed) and signed[following]["size"] == size:
            if root_of(peaks).hex() != signed[following]["root_hash"]:
                fault = "the root of %d leaves is not the one that was signed" % size
                return {"valid": False, "from": covered, "leaf": max(size - 1, 0), "fault": fault}
            covered = size
            following += 1
        return None

    difference = check()
    if difference:
        return difference
    for line in lines:
        if line == "":
            continue
        try:
            item = json.loads(line, parse_constant=no_constant, parse_int=float)
        except ValueError:
            return {"valid": False, "leaf": size, "fault": "is not JSON"}
        if not isinstance(item, dict):
            return {"valid": False, "leaf": size, "fault": "is not a fact"}
        digest = leaf_hash(item)
        fault = fault_of(item, size, workspace_id, digest)
        if fault:
            return {"valid": False, "leaf": size, "fault": fault}
        add_leaf(peaks, digest, size)
        size += 1
        difference = check()
        if difference:
            return difference
    if following < len(signed):
        fault = "the export ends before the checkpoint of size %s" % signed[following]["size"]
        return {"valid": False, "from": covered, "leaf": size, "fault": fault}
    return {"valid": True, "leaves": size, "covered": covered}


def main(arguments):
    if len(arguments) != 4:
        print("use: verify-history.py EXPORT.ndjson CHECKPOINTS.json KEYS.json WORKSPACE_ID", file=sys.stderr)
        return 2
    export, checkpoints, keys, workspace_id = arguments

    def items_of(file):
        with open(file, encoding="utf-8") as text:
            return json.load(text)["items"]

    with open(export, encoding="utf-8", errors="replace", newline="\n") as lines:
        verdict = verify_history((line.rstrip("\n") for line in lines), items_of(checkpoints), items_of(keys), workspace_id)
    print(json.dumps(verdict, separators=(",", ":"), ensure_ascii=False))
    return 0 if verdict["valid"] else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
