import { byEventLoopTurn, byProcessorTime, heavyContract } from '@stowage/testing/http'
import { describeHeavyTexts } from '../testing/heavy-store.fixture.ts'

describeHeavyTexts('the event loop under heavy texts', heavyContract(byEventLoopTurn))
describeHeavyTexts('the processor time of heavy texts', heavyContract(byProcessorTime))
