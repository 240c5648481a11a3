import { describeTables } from '@pps/read-store';

export const schedulesCommentsMigration = describeTables('schedules', 'What schedules need besides their facts.', {
  fired_pin: {
    meaning: 'The pins that schedules have fired: what happens to one is noted in the stream of its schedule.',
    columns: {
      pin_id: 'The pin.',
      schedule_id: 'The schedule that fired it.',
    },
  },
});
