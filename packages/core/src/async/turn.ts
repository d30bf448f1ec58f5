declare const isTurn: unique symbol

/**
 * Whose turn it is, where calls wait for each other: tenants take turns, and within a tenant its callers. Made by
 * `turnOf` alone, so that no queue forgets one of them.
 */
export interface Turn {
  readonly tenant: string
  readonly caller: string
  readonly [isTurn]: true
}

/** Who calls. */
export interface TurnTaker {
  readonly tenant: string
  /** The user, key, ticket or address that calls; without one, the scope counts as the caller. */
  readonly caller: string | null | undefined
  /** Default: the whole tenant. */
  readonly scope?: { readonly createdBy: string | null } | null | undefined
}

/** The turn of work without a tenant, such as maintenance, and of callers of a port that pass no turn. */
export const STORE_TURN: Turn = turnOf({ tenant: '', caller: null })

/** The turn of a caller. Calls that name no caller share one turn for each tenant, and one for each scope. */
export function turnOf({ tenant, caller, scope }: TurnTaker): Turn {
  const scoped = scope == null ? '' : JSON.stringify([scope.createdBy])
  return { tenant, caller: caller == null ? scoped : `caller ${caller}` } as Turn
}
