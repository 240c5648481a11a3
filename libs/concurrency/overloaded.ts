/** There is more to do than is taken at once: by the caller alone, who shall slow down, or by all together. Nothing was begun. */
export class Overloaded extends Error {
  override readonly name = 'Overloaded';

  constructor(readonly by: 'caller' | 'all') {
    super(by === 'caller' ? 'too many requests at once' : 'too much to do at the moment');
  }
}
