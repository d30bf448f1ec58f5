import { byProcessorTime, heavyAssetCases } from '@stowage/testing/http'
import { describeHeavyTexts } from '../testing/heavy-store.fixture.ts'

// What texts of a request cost before they reach the records is looked at on SQLite, and here in the full run.
describeHeavyTexts('the processor time of heavy texts of assets', heavyAssetCases(byProcessorTime))
