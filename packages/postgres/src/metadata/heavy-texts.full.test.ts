import { byEventLoopTurn } from '@stowage/testing/http'
import { describeHeavyTexts } from '../testing/heavy-store.fixture.ts'

describeHeavyTexts('the event loop under heavy texts', byEventLoopTurn)
