/** Task under which deliveries that cannot be made are passed over. */
export const deliveringTask = 'deliver';
