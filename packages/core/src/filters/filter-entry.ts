import type { Asset } from '../assets/asset.ts'
import type { OwnData } from '../own-data/own-data.ts'
import type { FilterKind, FilterShape } from './filter-kinds.ts'
import type { TermClause } from './term-clause.ts'

/** An asset with what people say about it. */
export type FindableAsset = Asset & Partial<OwnData>

/** A filter that databases answer by their columns: each has a condition for it. */
export interface ColumnFilter<Checked> {
  /** What it asks for, in a sentence for clients. */
  readonly says: string
  readonly shape: FilterShape
  /** What the asset has for this filter. */
  readonly of: (asset: FindableAsset) => unknown
  /**
   * Whether the filter holds: the reference that every store must agree with. `tree`: ids of the filter's `folderTree`
   * and of all folders below.
   */
  readonly holds: (asset: FindableAsset, wanted: Checked, tree: ReadonlySet<string>) => boolean
  readonly terms?: never
}

/** A filter that the terms of an asset answer, fully and exactly; see `termsOf`. */
export interface TermFilter<Checked> extends Omit<ColumnFilter<Checked>, 'terms'> {
  /** The clauses that the terms must satisfy, all of them. */
  readonly terms: (wanted: Checked) => readonly TermClause[]
}

interface Facts<Own, Checked> {
  readonly kind: FilterKind<Own, Checked>
  readonly says: string
  readonly of: (asset: FindableAsset) => Own
  /** For a filter that the asset's own value does not decide alone. */
  readonly holds?: (own: Own, wanted: Checked, tree: ReadonlySet<string>) => boolean
}

/** A filter that databases answer by their columns. */
export function byColumn<Own, Checked>({
  kind,
  says,
  of,
  holds = kind.holds,
}: Facts<Own, Checked>): ColumnFilter<Checked> {
  return {
    says,
    shape: kind.shape,
    of,
    holds: (asset, wanted, tree) => holds(of(asset), wanted, tree),
  }
}

/** A filter that the terms of an asset answer. */
export function byTerms<Own, Checked>({
  terms,
  ...facts
}: Facts<Own, Checked> & {
  readonly terms: (wanted: Checked) => readonly TermClause[]
}): TermFilter<Checked> {
  const { says, shape, of, holds } = byColumn(facts)
  return { says, shape, of, holds, terms }
}
