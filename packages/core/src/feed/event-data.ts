import type { Asset } from '../assets/asset.ts'

/** What most assets have. An event is kept without it: that halves what an upload adds to the log of the database. */
const usual = (): Partial<Asset> => ({
  status: 'ready',
  isFavourite: false,
  folderId: null,
  externalId: null,
  createdBy: null,
  charset: null,
  width: null,
  height: null,
  durationSeconds: null,
  embedded: null,
  trashedAt: null,
  pendingUntil: null,
  variants: [],
  failedVariants: [],
  title: null,
  alt: {},
  tags: [],
  metadata: {},
  focus: null,
})
const USUAL = usual()

/** The data of an event as databases keep them: an asset lacks what is usual. */
export function keptEventData(data: object): object {
  if (!('asset' in data)) return data
  const kept: Record<string, unknown> = {}
  for (const [member, value] of Object.entries(data.asset as Asset)) {
    if (!isUsual(USUAL[member as keyof Asset], value)) kept[member] = value
  }
  return { ...data, asset: kept }
}

/** The data of which `keptEventData` are kept. */
export function eventDataOf(kept: object): object {
  return 'asset' in kept ? { ...kept, asset: { ...usual(), ...(kept.asset as object) } } : kept
}

function isUsual(expected: unknown, value: unknown): boolean {
  if (typeof expected !== 'object' || expected === null) return value === expected
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0
}
