export { subscriptionSamples } from './subscription.samples';
