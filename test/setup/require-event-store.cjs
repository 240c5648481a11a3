module.exports = () => {
  if (!process.env.EVENTSTORE_URL)
    throw new Error('EVENTSTORE_URL names the event store to be put under the contract suite: it is not set.');
};
