/**
 * Named leases, each with one holder at a time: role `leases` of a `MetadataStore`, whose rules hold for every method.
 * While a lease whose name begins with `HOLD_PREFIX` is in force, `blobs.claim` gives out nothing that is due.
 */
export interface LeaseRecords {
  /**
   * Takes or renews the named lease for `holder`, until `duration` from now. Resolves to whether `holder` has it:
   * never `true` for two holders at once. `invalid_argument` when `duration` is negative or longer than
   * `MAX_LEASE`. A lease that ends later than now + `MAX_LEASE` counts as expired: only a wrong clock writes one.
   */
  acquire(request: {
    readonly name: string
    readonly holder: string
    readonly duration: number
  }): Promise<boolean>
  /** Gives the lease back. Changes nothing when `holder` does not have it. */
  release(request: { readonly name: string; readonly holder: string }): Promise<void>
}
