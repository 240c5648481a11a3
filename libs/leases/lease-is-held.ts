/**
 * SQL that is true while the lease of `:duty` is held by `:holder` in the epoch `:epoch`, together the fencing token: in the statement that
 * writes, it refuses a leader that was stopped and comes back after another process took over. The holder is part of it because a database
 * that has lost its last commits gives the same epoch a second time.
 */
export const leaseIsHeld = `exists (select 1 from leases.lease where duty = :duty and holder = :holder and epoch = :epoch and expires_at > clock_timestamp())`;
