import { byProcessorTime } from '@stowage/api/testing'
import { describeHeavyTexts } from '../testing/heavy-store.fixture.ts'

describeHeavyTexts('the processor time of heavy texts', byProcessorTime)
