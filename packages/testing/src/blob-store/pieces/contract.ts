import type { ContractCase } from '../../contract/contract.ts'
import { pieceAppendCases } from './append-cases.ts'
import { pieceDirectCases } from './direct-cases.ts'
import { pieceEndCases } from './end-cases.ts'
import type { PieceFixture } from './piece-fixture.ts'
import { pieceSweepCases } from './sweep-cases.ts'
import { pieceTakeoverCases } from './takeover-cases.ts'

/** What the `PieceStore` port promises, sentence by sentence. */
export const pieceContract: readonly ContractCase<PieceFixture>[] = [
  ...pieceAppendCases,
  ...pieceTakeoverCases,
  ...pieceEndCases,
  ...pieceSweepCases,
  ...pieceDirectCases,
]
