# pyright: basic, reportArgumentType=false, reportOptionalSubscript=false
# mypy: ignore-errors
# A copy of docs/verify-history.py by `npm run docs sdk`.
"""Verifies a history that GET /v1/audit/export gave, and proofs of parts of it, against checkpoints that were signed of it. Python 3.9 or newer alone.

  python3 verify-history.py EXPORT.ndjson CHECKPOINTS.json KEYS.json WORKSPACE_ID
  python3 verify-history.py proof PROOF.json FACTS CHECKPOINTS.json KEYS.json WORKSPACE_ID
  python3 verify-history.py consistency CONSISTENCY.json CHECKPOINTS.json... KEYS.json WORKSPACE_ID
  python3 verify-history.py witness KEYS.json WITNESS.txt...

It says what verify-history.mjs says, whose first lines tell what the files are; both exit with 0, 1 or 2 alike.
"""

import base64
import hashlib
import json
import re
import sys

LONGEST_LINE = 16 * 2**20
LARGEST_ANSWER = 64 * 2**20
DEEPEST_NESTING = 100
MISSING = object()


class CannotVerify(Exception):
    """What was given cannot be read or is about something else, so that nothing can be said of it."""


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


STRING = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*(?:"|\\?\Z)', re.S)


def no_constant(_):
    raise ValueError("not JSON")


def deepest_in(outside):
    depth, deepest = 0, 0
    for bracket in re.findall(r"[][{}]", outside):
        depth += 1 if bracket in "[{" else -1
        deepest = max(deepest, depth)
    return deepest


def count_names(value):
    if isinstance(value, list):
        return sum(map(count_names, value))
    if isinstance(value, dict):
        return len(value) + sum(map(count_names, value.values()))
    return 0


def parse(text, what):
    """The value, and whether all who read the text read that value: not so where a name stands twice, or a number with more digits than are kept."""
    outside = STRING.sub("", text)
    if deepest_in(outside) > DEEPEST_NESTING:
        raise CannotVerify("%s is nested deeper than %d: the service gives nothing like it" % (what, DEEPEST_NESTING))
    odd = []

    def number(digits):
        value = float(digits)
        if es_number(value) != digits:
            odd.append(digits)
        return value

    try:
        value = json.loads(text, parse_constant=no_constant, parse_int=number, parse_float=number)
    except ValueError:
        raise CannotVerify("%s is not JSON: it is damaged, cut off or another file" % what) from None
    return value, not odd and count_names(value) == outside.count(":")


# --- The tree, RFC 9162 ---------------------------------------------------------------------------------------------

FIELDS = ("data", "event_id", "metadata", "revision", "stream", "type")


def sha256(*parts):
    return hashlib.sha256(b"".join(parts)).digest()


def hash_of_text(text):
    return sha256(text.encode("utf-8")).hex()


def leaf_hash(item):
    return sha256(b"\0", canonical({name: item.get(name) for name in FIELDS}).encode("utf-8"))


def node_hash(left, right):
    return sha256(b"\1", left, right)


def add_leaf(peaks, node, size):
    while size % 2 == 1:
        node = node_hash(peaks.pop(), node)
        size //= 2
    peaks.append(node)


def root_of(peaks):
    if not peaks:
        return sha256()
    root = peaks[-1]
    for peak in reversed(peaks[:-1]):
        root = node_hash(peak, root)
    return root


def along_path(path, index, size, join):
    """Calls `join` with each hash of a path, and whether it stands to the left; False where the tree has a path of another length."""
    at, last = index, size - 1
    for step in path:
        if last == 0:
            return False
        is_left = at % 2 == 1 or at == last
        join(step, is_left)
        while is_left and at % 2 == 0 and at != 0:
            at, last = at // 2, last // 2
        at, last = at // 2, last // 2
    return last == 0


def is_included(leaf, index, size, path, root):
    """Whether the path leads from a leaf to a root (2.1.3.2)."""
    node = leaf

    def join(step, is_left):
        nonlocal node
        node = node_hash(step, node) if is_left else node_hash(node, step)

    return along_path(path, index, size, join) and node.hex() == root


def is_consistent(answer):
    """Whether the tree with `second` leaves begins with the one of `first` (2.1.4.2)."""
    first, second, proof = int(answer["first"]), int(answer["second"]), [bytes.fromhex(step) for step in answer["proof"]]
    if first == second:
        return not proof and answer["first_root"] == answer["second_root"]
    index, size = first - 1, second - 1
    while index % 2 == 1:
        index, size = index // 2, size // 2
    if first & (first - 1) == 0:
        proof = [bytes.fromhex(answer["first_root"])] + proof
    if not proof:
        return False
    older = newer = proof[0]

    def join(step, is_left):
        nonlocal older, newer
        if is_left:
            older = node_hash(step, older)
        newer = node_hash(step, newer) if is_left else node_hash(newer, step)

    fits = along_path(proof[1:], index, size + 1, join)
    return fits and older.hex() == answer["first_root"] and newer.hex() == answer["second_root"]


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


# --- Signatures -----------------------------------------------------------------------------------------------------


def is_count(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool) and 0 <= value < 2**53 and value == int(value)


def is_hash(value):
    return isinstance(value, str) and re.fullmatch(r"[0-9a-f]{64}", value) is not None


def has_texts(item, *names):
    return isinstance(item, dict) and all(isinstance(item.get(name), str) for name in names)


def is_checkpoint(item):
    return has_texts(item, "root_hash", "key_id", "signature") and is_count(item.get("size"))


def is_key(item):
    return has_texts(item, "key_id", "public_key")


def find_key(keys, key_id):
    known = next((key for key in keys if key["key_id"] == key_id), None)
    if known is None or not re.fullmatch(r"[A-Za-z0-9+/]{43}=", known["public_key"]):
        return None
    key = base64.b64decode(known["public_key"])
    return key if sha256(key).hex().startswith(key_id) and len(key_id) == 16 else None


def is_signed_text(key, text, signature):
    if key is None or not re.fullmatch(r"[A-Za-z0-9+/]{86}==", signature):
        return False
    return is_signature(key, text.encode("utf-8", "surrogatepass"), base64.b64decode(signature))


def is_signed(checkpoint, keys, workspace_id):
    text = "%s\n%d\n%s\n" % (workspace_id, checkpoint["size"], checkpoint["root_hash"])
    return is_signed_text(find_key(keys, checkpoint["key_id"]), text, checkpoint["signature"])


def check_signatures(checkpoints, keys, workspace_id):
    """The checkpoints by size, the first of them that is not signed, and whether any is."""
    if not re.fullmatch(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", workspace_id):
        raise CannotVerify("WORKSPACE_ID is not an id of a project or organization")
    if not all(map(is_checkpoint, checkpoints)):
        raise CannotVerify("a checkpoint is not one")
    if not all(map(is_key, keys)):
        raise CannotVerify("a key is not one")
    if not checkpoints:
        raise CannotVerify("there is no checkpoint to prove anything by")
    if not keys:
        raise CannotVerify("there is no key to verify with")
    by_size = sorted(checkpoints, key=lambda checkpoint: checkpoint["size"])
    signed = [is_signed(checkpoint, keys, workspace_id) for checkpoint in by_size]
    return by_size, next((item for item, known in zip(by_size, signed) if not known), None), any(signed)


def unsigned_fault(checkpoint):
    return {"valid": False, "leaf": None, "fault": "checkpoint of size %d is not signed by a known key" % checkpoint["size"]}


# --- Facts ----------------------------------------------------------------------------------------------------------


def is_of(item, workspace_id):
    metadata = item.get("metadata")
    owners = (metadata.get("projectId"), metadata.get("organizationId")) if isinstance(metadata, dict) else ()
    return any(isinstance(owner, str) and owner.lower() == workspace_id for owner in owners)


def fault_of(item, index, workspace_id, digest, is_plain):
    """What is wrong with one item, by itself; None when nothing is."""
    if not is_plain:
        return "has a name twice, or a number that is not written as RFC 8785 writes it: readers would not agree about it"
    if item.get("leaf_index") != index or isinstance(item.get("leaf_index"), bool):
        return "leaf_index is not its place: a fact is missing, added or moved"
    if digest.hex() != item.get("leaf_hash"):
        return "leaf_hash is not that of the fact: the fact was changed"
    if not is_of(item, workspace_id):
        return "belongs to another history"
    if canonical(item.get("actor")) != canonical(item["metadata"].get("actor")):
        return "actor is not that of metadata"
    return None


def is_fact(value):
    return isinstance(value, dict) and any(name in value for name in ("leaf_index", "leaf_hash", "event_id", "stream"))


def find_words(data, opened, place, words):
    """Finds what is opened of sealed data, by its place there, MISSING for what is not; False where something is opened that is not sealed."""
    if isinstance(data, str) and data.startswith("sealed:v1:"):
        words.append((place, opened))
        return True
    is_nothing = opened is MISSING or opened == {}
    if isinstance(data, list):
        if not is_nothing and (not isinstance(opened, list) or len(opened) > len(data)):
            return False
        inner = [] if is_nothing else opened
        pairs = [(item, inner[at] if at < len(inner) else MISSING, "%s[%d]" % (place, at)) for at, item in enumerate(data)]
    elif isinstance(data, dict):
        if not is_nothing and (not isinstance(opened, dict) or not all(name in data for name in opened)):
            return False
        inner = {} if is_nothing else opened
        pairs = [(data[name], inner.get(name, MISSING), name if place == "" else place + "." + name) for name in data]
    else:
        return is_nothing
    return all(find_words(item, value, at, words) for item, value, at in pairs)


def check_words(item):
    """The counts of opened words that are proved, of those without a proof, and of sealed texts; or a fault (see checkWords in verify-history.mjs)."""
    found = []
    opened, keys = (MISSING if item.get(name) is None else item[name] for name in ("opened", "opened_keys"))
    if not find_words(item.get("data"), opened, "", found):
        return None, "opened has something that is not sealed in data"
    words = [(place, word) for place, word in found if word is not MISSING]
    sealed = len(found) - len(words)
    if "wordsHash" not in item["metadata"]:
        return {"proved": 0, "unproved": len(words), "sealed": sealed}, None
    if not words and keys is MISSING:
        return {"proved": 0, "unproved": 0, "sealed": sealed}, None
    if not isinstance(keys, dict) or len(keys) != len(words) or not all(is_hash(keys.get(place)) for place, _ in words):
        return None, "opened has not one key for each word: it was changed"
    hashes = {place: hash_of_text(keys[place] + canonical(word)) for place, word in words}
    if hash_of_text(canonical(hashes)) != item["metadata"]["wordsHash"]:
        return None, "opened is not what was sealed: a word or a key was changed"
    return {"proved": len(words), "unproved": 0, "sealed": sealed}, None


NEVER_PROVED = [
    "that facts which are not yet under a checkpoint given here are all there",
    "that what was written was true when it was written, metadata.occurredAt included",
    "position and recorded_at of facts, signed_at of checkpoints, created_at and retired_at of keys",
    "that the keys are the service's: compare them with keys that you have from elsewhere",
]


def not_proved_of(words):
    unproved = ["%d opened words of facts that say no wordsHash" % words["unproved"]] if words["unproved"] else []
    sealed = ["%d sealed texts that are not opened here" % words["sealed"]] if words["sealed"] else []
    return unproved + sealed + NEVER_PROVED


def verify_history(lines, checkpoints, keys, workspace_id):
    """`lines` are texts in order; the answer is the one of verifyHistory in verify-history.mjs. Raises CannotVerify."""
    workspace_id = workspace_id.lower()
    signed, unsigned, is_known = check_signatures(checkpoints, keys, workspace_id)
    if unsigned and is_known:
        return unsigned_fault(unsigned)
    peaks, size, covered, following = [], 0, 0, 0
    words = {"proved": 0, "unproved": 0, "sealed": 0}

    def refuse(fault):
        return {"valid": False, "leaf": size, "fault": fault}

    def check():
        nonlocal covered, following
        while following < len(signed) and signed[following]["size"] == size:
            if root_of(peaks).hex() != signed[following]["root_hash"]:
                fault = "the root of %d leaves is not the one that was signed" % size
                return {"valid": False, "from": covered, "leaf": max(size - 1, 0), "fault": fault}
            covered = size
            following += 1
        return None

    difference = check() if is_known else None
    if difference:
        return difference
    for number, line in enumerate(lines, 1):
        if line == "":
            continue
        item, is_plain = parse(line, "line %d" % number)
        if not is_fact(item):
            raise CannotVerify("line %d is not a fact: this is not an export" % number)
        if size == 0 and not is_known and not is_of(item, workspace_id):
            raise CannotVerify("neither its first fact nor a checkpoint is of WORKSPACE_ID: that is the id of something else")
        if unsigned:
            return unsigned_fault(unsigned)
        digest = leaf_hash(item)
        fault = fault_of(item, size, workspace_id, digest, is_plain)
        if fault:
            return refuse(fault)
        counts, fault = check_words(item)
        if fault:
            return refuse(fault)
        for name in words:
            words[name] += counts[name]
        add_leaf(peaks, digest, size)
        size += 1
        difference = check()
        if difference:
            return difference
    if not is_known:
        raise CannotVerify("it has no fact, and no checkpoint is of WORKSPACE_ID")
    if following < len(signed):
        fault = "the export ends before the checkpoint of size %d" % signed[following]["size"]
        return {"valid": False, "from": covered, "leaf": size, "fault": fault}
    after = ["leaves %d to %d: no checkpoint given here covers them" % (covered, size - 1)] if size > covered else []
    return {"valid": True, "leaves": size, "covered": covered, "words": words, "not_proved": after + not_proved_of(words)}


# --- Proofs of parts --------------------------------------------------------------------------------------------------


def is_answer(answer, counts, hashes, path):
    return (
        isinstance(answer, dict)
        and all(is_count(answer.get(name)) for name in counts)
        and all(is_hash(answer.get(name)) for name in hashes)
        and isinstance(answer.get(path), list)
        and all(map(is_hash, answer[path]))
    )


def root_fault(checkpoints, keys, workspace_id, size, root):
    """Why a root of a proof is not one that was signed; None where it is."""
    of_size = [checkpoint for checkpoint in checkpoints if checkpoint["size"] == size]
    if not of_size:
        raise CannotVerify("no checkpoint is of size %d: ask for a proof with the size of one that you have" % size)
    for checkpoint in of_size:
        if not is_signed(checkpoint, keys, workspace_id):
            return unsigned_fault(checkpoint)["fault"]
        if checkpoint["root_hash"] != root:
            return "the root of %d leaves is not the one that was signed" % size
    return None


def verify_proof(proof, facts, checkpoints, keys, workspace_id):
    """Verifies an answer of /v1/audit/proof with the fact that it is of, one of `facts`. Raises CannotVerify."""
    workspace_id = workspace_id.lower()
    if not is_answer(proof, ("leaf_index", "size"), ("leaf_hash", "root_hash"), "audit_path"):
        raise CannotVerify("it is not an answer of /v1/audit/proof")
    leaf, size, root = int(proof["leaf_index"]), int(proof["size"]), proof["root_hash"]
    found = next((fact for fact in facts if fact[0].get("leaf_index") == leaf and not isinstance(fact[0]["leaf_index"], bool)), None)
    if found is None:
        raise CannotVerify("the fact of leaf %d is not in FACTS" % leaf)
    item, is_plain = found
    if not check_signatures(checkpoints, keys, workspace_id)[2] and not is_of(item, workspace_id):
        raise CannotVerify("neither the fact nor a checkpoint is of WORKSPACE_ID: that is the id of something else")
    digest = leaf_hash(item)
    fault, words = fault_of(item, leaf, workspace_id, digest, is_plain), None
    if not fault:
        words, fault = check_words(item)
    if not fault and proof["leaf_hash"] != item["leaf_hash"]:
        fault = "leaf_hash of the proof is not that of the fact"
    if not fault:
        fault = root_fault(checkpoints, keys, workspace_id, size, root)
    path = [bytes.fromhex(step) for step in proof["audit_path"]]
    if not fault and (leaf >= size or not is_included(digest, leaf, size, path, root)):
        fault = "audit_path does not lead from the fact to the root"
    if fault:
        return {"valid": False, "leaf": leaf, "fault": fault}
    return {"valid": True, "leaf": leaf, "size": size, "words": words, "not_proved": ["any other fact"] + not_proved_of(words)}


def verify_consistency(answer, checkpoints, keys, workspace_id):
    """Verifies an answer of /v1/audit/consistency against checkpoints of both sizes. Raises CannotVerify."""
    workspace_id = workspace_id.lower()
    if not is_answer(answer, ("first", "second"), ("first_root", "second_root"), "proof"):
        raise CannotVerify("it is not an answer of /v1/audit/consistency")
    first, second = int(answer["first"]), int(answer["second"])
    if first < 1 or first > second:
        raise CannotVerify("its sizes are none that the service answers")
    is_known = check_signatures(checkpoints, keys, workspace_id)[2]
    if not is_known and any(find_key(keys, checkpoint["key_id"]) for checkpoint in checkpoints):
        raise CannotVerify("no checkpoint is signed for WORKSPACE_ID: is it the id of something else?")
    fault = root_fault(checkpoints, keys, workspace_id, first, answer["first_root"])
    fault = fault or root_fault(checkpoints, keys, workspace_id, second, answer["second_root"])
    if not fault and not is_consistent(answer):
        fault = "the proof does not show that %d leaves begin with the %d" % (second, first)
    if fault:
        return {"valid": False, "leaf": None, "fault": fault}
    return {"valid": True, "first": first, "second": second, "not_proved": ["what the facts say: that takes an export"] + NEVER_PROVED}


WITNESS = re.compile(
    r"(operator\n([0-9]{1,15})\n[0-9]{1,15}\n[0-9a-f]{64}\n([0-9a-f]{64}|-)\n)"
    r"signed at ([!-~]{1,40})\nkey ([0-9a-f]{16}) ([!-~]{1,99})\nsignature ([!-~]{1,99})\n?"
)


def parse_witness(text):
    """One output of `pinctl audit witness`, also from a mail with other line ends. Raises CannotVerify."""
    found = WITNESS.fullmatch(text.replace("\r\n", "\n"))
    if not found:
        raise CannotVerify("it is not what pinctl audit witness prints")
    signed, number, previous, _, key_id, public_key, signature = found.groups()
    return int(number), signed, previous, key_id, public_key, signature


def verify_witnesses(witnesses, keys):
    """Verifies outputs of `pinctl audit witness`, and of two that follow one another that the later names the earlier. Raises CannotVerify."""
    if not all(map(is_key, keys)):
        raise CannotVerify("a key is not one")
    if not keys:
        raise CannotVerify("there is no key to verify with")
    before, apart, last = {}, [], None
    for number, signed, previous, key_id, public_key, signature in sorted(witnesses, key=lambda witness: witness[0]):
        fault, digest = None, hash_of_text(signed)
        if not is_signed_text(find_key(keys, key_id), signed, signature):
            fault = "it is not signed by a known key"
        elif next(key for key in keys if key["key_id"] == key_id)["public_key"] != public_key:
            fault = "the key that it shows is not the one of that id"
        elif before.get(number, digest) != digest:
            fault = "another one was signed with the same number"
        elif before.get(number - 1, previous) != previous:
            fault = "the one before it is not the one that it names"
        if fault:
            return {"valid": False, "number": number, "fault": fault}
        if last is not None and last < number - 1:
            apart.append("that number %d follows number %d: those between are not given" % (number, last))
        before[number], last = digest, number
    unproved = ["which histories root_hash stands for: that takes the newest checkpoint of each", "when it was signed", NEVER_PROVED[-1]]
    return {"valid": True, "number": last, "witnesses": len(witnesses), "not_proved": apart + unproved}


# --- Files ------------------------------------------------------------------------------------------------------------

BEGINNINGS = (
    (b"PK\x03\x04", "it is a ZIP archive: unpack it first"),
    (b"\x1f\x8b", "it is compressed: unpack it first"),
    (b"\xef\xbb\xbf", "it begins with a byte order mark: take the file as the service gave it"),
    (b"\xff\xfe", "it is in UTF-16: take the file as the service gave it"),
    (b"\xfe\xff", "it is in UTF-16: take the file as the service gave it"),
)


def refuse_other_file(data):
    for begin, fault in BEGINNINGS:
        if data.startswith(begin):
            raise CannotVerify(fault)


def text_of(data, what, is_beginning):
    if is_beginning:
        refuse_other_file(data)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        raise CannotVerify("%s is not UTF-8: it is damaged or another file" % what) from None


def open_file(file):
    try:
        return open(file, "rb")
    except FileNotFoundError:
        raise CannotVerify("it does not exist") from None
    except IsADirectoryError:
        raise CannotVerify("it is a directory") from None
    except PermissionError:
        raise CannotVerify("it may not be read") from None
    except (OSError, ValueError):
        raise CannotVerify("it cannot be read") from None


def lines_of(file):
    """Lines of a file, which need not fit into memory. Raises CannotVerify."""
    with open_file(file) as data:
        for number in range(1, sys.maxsize):
            line = data.readline(LONGEST_LINE + 2)
            if line == b"":
                return
            line = line[:-1] if line.endswith(b"\n") else line
            if len(line) > LONGEST_LINE:
                if number == 1:
                    refuse_other_file(line)
                raise CannotVerify("line %d is longer than 16 MB: this is not an export" % number)
            yield text_of(line, "line %d" % number, number == 1)


def read_text(file):
    with open_file(file) as data:
        content = data.read(LARGEST_ANSWER + 1)
    if len(content) > LARGEST_ANSWER:
        raise CannotVerify("it is larger than 64 MB: this is no answer of the service")
    return text_of(content, "it", True)


def parse_answer(text):
    value, is_plain = parse(text, "it")
    if not is_plain:
        fault = "it has a name twice, or a number that is not written as RFC 8785 writes it: it is not as the service gave it"
        raise CannotVerify(fault)
    return value


def of(file, work):
    """Does something with a file; what cannot be verified then is said of that file."""
    try:
        return work(file)
    except CannotVerify as error:
        raise CannotVerify("%s: %s" % (file, error)) from None


def read_items(file, is_item, name):
    def read(_):
        answer = parse_answer(read_text(file))
        items = answer.get("items") if isinstance(answer, dict) else None
        if not isinstance(items, list) or not all(map(is_item, items)):
            raise CannotVerify("it is not an answer of /v1/audit/" + name)
        return items

    return of(file, read)


def read_checkpoints(file):
    return read_items(file, is_checkpoint, "checkpoints")


def read_keys(file):
    return read_items(file, is_key, "keys")


def read_answer(file):
    return of(file, lambda _: parse_answer(read_text(file)))


def read_facts(file):
    """The facts of an export, of some lines of it or of a page."""

    def read(_):
        facts = []
        for number, line in enumerate(read_text(file).split("\n"), 1):
            if line == "":
                continue
            value, is_plain = parse(line, "line %d" % number)
            items = value["items"] if isinstance(value, dict) and isinstance(value.get("items"), list) else [value]
            if not all(map(is_fact, items)):
                raise CannotVerify("line %d has no fact" % number)
            facts.extend((item, is_plain) for item in items)
        return facts

    return of(file, read)


def run(arguments):
    """The verdict; None for arguments that are not to be understood."""
    command, rest = (arguments[0], arguments[1:]) if arguments[:1] and arguments[0] in ("proof", "consistency", "witness") else ("export", arguments)
    if command == "proof" and len(rest) == 5:
        given = read_answer(rest[0]), read_facts(rest[1]), read_checkpoints(rest[2]), read_keys(rest[3])
        return of(rest[0], lambda _: verify_proof(*given, rest[4]))
    if command == "consistency" and len(rest) >= 4:
        answer = read_answer(rest[0])
        checkpoints = [checkpoint for file in rest[1:-2] for checkpoint in read_checkpoints(file)]
        keys = read_keys(rest[-2])
        return of(rest[0], lambda _: verify_consistency(answer, checkpoints, keys, rest[-1]))
    if command == "witness" and len(rest) >= 2:
        keys = read_keys(rest[0])
        return verify_witnesses([of(file, lambda file: parse_witness(read_text(file))) for file in rest[1:]], keys)
    if command == "export" and len(rest) == 4:
        checkpoints, keys = read_checkpoints(rest[1]), read_keys(rest[2])
        return of(rest[0], lambda file: verify_history(lines_of(file), checkpoints, keys, rest[3]))
    return None


USAGE = (
    "use: verify-history EXPORT.ndjson CHECKPOINTS.json KEYS.json WORKSPACE_ID | proof PROOF.json FACTS CHECKPOINTS.json KEYS.json WORKSPACE_ID"
    " | consistency CONSISTENCY.json CHECKPOINTS.json... KEYS.json WORKSPACE_ID | witness KEYS.json WITNESS.txt..."
)


def main(arguments):
    try:
        verdict = run(arguments)
        if verdict is None:
            raise CannotVerify(USAGE)
    except CannotVerify as error:
        print(error, file=sys.stderr)
        return 2
    except Exception as error:
        print("it cannot be verified: %s" % (str(error).split("\n")[0] or type(error).__name__), file=sys.stderr)
        return 2
    print(json.dumps(verdict, separators=(",", ":")))
    return 0 if verdict["valid"] else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
