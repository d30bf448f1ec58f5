export { allSettledOrThrow } from './async/all-settled.ts'
export { FairQueue } from './async/fair-queue.ts'
export { inParallel } from './async/in-parallel.ts'
export { inSlices } from './async/in-slices.ts'
export { PlaceLimit, type PlaceOptions } from './async/place-limit.ts'
export { type Turn, type TurnTaker, turnOf } from './async/turn.ts'
export { deleteBlob } from './blobs/delete-blob.ts'
export { placeNew } from './filesystem/io/place-new.ts'
export {
  isOutsideDirectory,
  isWithin,
  type PathWithin,
  withinDirectory,
} from './filesystem/io/within-directory.ts'
export {
  createLeases,
  type HeldLease,
  type Leases,
  type LeasesOptions,
} from './leases/leases.ts'
export {
  checkBlob,
  type ExpectedFile,
  fileOfVersion,
  filesOf,
} from './maintenance/verify/check-blob.ts'
export {
  type AssetCells,
  type AssetField,
  type AssetFieldName,
  CHANGED_ENTRIES,
  CONTENT_ENTRIES,
  columnDefinitions,
  FIELD_ENTRIES,
  type FieldKind,
  jsonOfList,
  parameterOf,
} from './model/asset-fields.ts'
export { ASSET_FILTERS, FILTER_MEMBERS } from './model/asset-filters.ts'
export { STORE_EVENT_TYPES } from './model/audit-details.ts'
export type { FilterShape } from './model/filter-kinds.ts'
export { type ApiFilterName, apiFilterNames } from './model/filter-names.ts'
export type { FilterText } from './model/filter-text.ts'
export { MAX_FILTER_MEMBERS, MAX_FILTER_TEXT, MAX_FILTER_VALUES } from './model/filter-values.ts'
export { requireTime } from './model/given-time.ts'
export { similarName } from './options/similar-name.ts'
export type { MethodOf, PortMethods, PortVerb, Role, Roles } from './ports/port-types.ts'
export {
  ALL_METHODS,
  callMethod,
  makeRoles,
  methodsOf,
  type PortCall,
  type PortMethod,
} from './ports/port-views.ts'
export { auditNotesOf, type DoneWrite } from './ports/write-events.ts'
export { contentTag } from './signing/content-tag.ts'
export { openerOf } from './sqlite/driver/driver.ts'
export { findDriver } from './sqlite/driver/find-driver.ts'
export { chunksOfPath } from './staging/from-path.ts'
export { type StageUploadOptions, stageUpload } from './staging/stage-upload.ts'
export type { StagedUpload } from './staging/staged-upload.ts'
export { createAssetStore, type PortOptions } from './store/create-asset-store.ts'
export { LOCATION_OPTIONS, partsOf, type StoreParts } from './store/store-location.ts'
export { sanitizeFileName } from './text/file-name.ts'
export { foldCase } from './text/fold.ts'
export { nfc } from './text/normal-forms.ts'
