/** One operation, as its line in the generated table says. */
export interface Operation {
  /** Of its method. */
  readonly name: string;
  readonly verb: string;
  readonly path: string;
  /** `j` JSON body, `f` file, `q` query; `k` idempotency key is made; `r` may be repeated although it is a POST; answers: `e` nothing, `t` text, `b` bytes, `l` lines, `s` events, `o` JSON or nothing. */
  readonly traits: string;
  /** Of a list with pages: the field that has the items, `[]` where the answer is the array. */
  readonly items: string | undefined;
}

/** `GET assets list q assets` as an operation: its path is below `/v1/` where it does not begin with a slash; a hyphen stands for no traits. */
export function readOperation(line: string): Operation {
  const [verb = '', path = '', name = '', traits = '', items] = line.split(' ');
  return { name, verb, path: path.startsWith('/') ? path : `/v1/${path}`, traits, items };
}
