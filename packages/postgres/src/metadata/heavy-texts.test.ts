import { byProcessorTime } from '@stowage/testing/http'
import { describeHeavyTexts } from '../testing/heavy-store.fixture.ts'

describeHeavyTexts('the processor time of heavy texts', byProcessorTime)
