/** One operation, as its line in the generated table says. */
export interface Operation {
  readonly verb: string;
  readonly path: string;
  /** `j` JSON body, `f` file, `q` query; `k` idempotency key is made; `r` may be repeated although it is a POST; answers: `e` nothing, `t` text, `b` bytes, `l` lines, `o` JSON or nothing. */
  readonly traits: string;
  /** Of a list with pages: the field that has the items, `[]` where the answer is the array. */
  readonly items: string | undefined;
}

/** `GET /v1/assets q assets` as an operation; a hyphen stands for what it does not have. */
export function readOperation(line: string): Operation {
  const [verb = '', path = '', traits = '', items] = line.split(' ').map((word) => (word === '-' ? undefined : word));
  return { verb, path, traits, items };
}
