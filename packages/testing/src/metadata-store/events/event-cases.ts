import type { ContractCase } from '../../contract/contract.ts'
import type { MetadataFixture } from '../metadata-fixture.ts'
import { eventKeepingCases } from './event-keeping-cases.ts'
import { eventReadingCases } from './event-reading-cases.ts'
import { eventWritingCases } from './event-writing-cases.ts'

/** What `MetadataStore.events` promises. */
export const eventCases: readonly ContractCase<MetadataFixture>[] = [
  ...eventWritingCases,
  ...eventReadingCases,
  ...eventKeepingCases,
]
