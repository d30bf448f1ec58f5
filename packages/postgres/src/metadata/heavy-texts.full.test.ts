import { byEventLoopTurn } from '@stowage/api/testing'
import { describeHeavyTexts } from '../testing/heavy-store.fixture.ts'

describeHeavyTexts('the event loop under heavy texts', byEventLoopTurn)
