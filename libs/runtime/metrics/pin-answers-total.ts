import { counter } from './metrics';

export const pinAnswersTotal = counter(
  'pin_answers_total',
  'Answers to reads of one pin and of pages of pins, by whether they came from the cache or from the database.',
  ['source'],
);
