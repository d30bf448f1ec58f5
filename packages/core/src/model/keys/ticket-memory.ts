/** Milliseconds after its expiry for which a ticket is remembered, so that uploads under way end: 24 hours. */
export const TICKET_RETENTION: number = 24 * 3_600_000
