/**
 * SQL that is true while the lease of `:duty` is held in the epoch `:epoch`, the fencing token: in the statement that writes, it refuses a
 * leader that was stopped and comes back after another process took over.
 */
export const leaseIsHeld = `exists (select 1 from leases.lease where duty = :duty and epoch = :epoch and expires_at > clock_timestamp())`;
