/** Something that happened: a past-tense type and the data that makes it self-sufficient. */
export interface Fact<Type extends string = string, Data = unknown> {
  readonly type: Type;
  readonly data: Data;
}
