/** What is left of a ticket. */
export interface TicketCounts {
  readonly id: string
  readonly tenant_id: number
  readonly files_left: number
  readonly bytes_left: number
}

/**
 * Selects what is left of the unrevoked tickets in this list, and locks them, so that no other transaction revokes
 * or charges them until this one ends.
 */
export function lockTicketsText(parameter: string): string {
  return `SELECT id, tenant_id, files_left, bytes_left FROM $schema.upload_tickets
    WHERE id = ANY(${parameter}::text[]) AND revoked_at IS NULL ORDER BY id FOR NO KEY UPDATE`
}

/** A step of a `WITH` that writes what is left of the tickets in the JSON list in this parameter. */
export function ticketStep(parameter: string): string {
  return `charged AS (UPDATE $schema.upload_tickets t
    SET files_left = c.files_left, bytes_left = c.bytes_left
    FROM json_populate_recordset(NULL::$schema.upload_tickets, ${parameter}) AS c WHERE t.id = c.id)`
}
