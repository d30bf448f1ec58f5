/** Milliseconds for which a ticket is remembered after its expiry, so that uploads under way can end: 24 hours. */
export const TICKET_RETENTION: number = 24 * 3_600_000
