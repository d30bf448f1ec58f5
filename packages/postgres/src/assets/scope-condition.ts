import type { AssetScope } from '@stowage/core/internal'

/** A condition on the rows of this table, by two parameters: those of `scopeValues`. */
export function inScope(table: string, isScoped: string, createdBy: string): string {
  return `(NOT ${isScoped}::boolean OR ${table}.created_by IS NOT DISTINCT FROM ${createdBy}::text)`
}

/** The parameters of `inScope`. */
export function scopeValues(
  scope: AssetScope | null | undefined,
): readonly [isScoped: boolean, createdBy: string | null] {
  return [scope != null, scope?.createdBy ?? null]
}
