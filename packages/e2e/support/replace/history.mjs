import { contentOf } from './contents.mjs'

/** The contents that an asset had in their order, as its writer knows them. */
export function createHistory({ updatedAt }, first) {
  /** `number` is `null` until it is known which content a change brings. */
  const states = [{ number: first, second: secondOf(updatedAt) }]
  let acknowledged = 0
  return {
    states,
    /** The content that the last acknowledged change brought. */
    get last() {
      return states[acknowledged].number
    },
    /** Where the writer is: what is served from now on is of this state or of a later one. */
    now: () => acknowledged,
    /** A change that is about to be made. */
    begin(number) {
      states.push({ number, second: null })
    },
    /** The change has been made. */
    end({ updatedAt: time }) {
      acknowledged += 1
      states[acknowledged].second = secondOf(time)
    },
    /** The contents that may be served between that state and now. */
    since: (from) => states.slice(from).map(({ number }) => contentOf(number)),
    /** Whether a copy of that date may count as new: there was a content of its second, or of an earlier one. */
    isNewOf(from, date) {
      const second = Date.parse(date) / 1000
      return states
        .slice(from)
        .some((state) => (state.second ?? states[acknowledged].second) <= second)
    },
  }
}

function secondOf(time) {
  return Math.floor(Date.parse(time) / 1000)
}
