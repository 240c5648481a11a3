// Its error calls them `expectedState` and `actualState`.
module.exports = [
  'append by the batch call › names the current revision and the expectation that did not hold',
  'append by the classic call › names the current revision and the expectation that did not hold',
  'retention and deletion › deletes with the expected revision only',
];
