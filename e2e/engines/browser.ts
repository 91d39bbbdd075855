/** A source of input and what it does, as both WebDriver and WebDriver BiDi define it. */
export type Input =
  | { type: 'key'; id: string; actions: { type: 'keyDown' | 'keyUp'; value: string }[] }
  | { type: 'pointer'; id: string; actions: PointerAction[] }

type PointerAction =
  | { type: 'pointerMove'; x: number; y: number }
  | { type: 'pointerDown' | 'pointerUp'; button: number }

/** A browser of some engine with one page, and nothing kept from before. */
export type Browser = {
  /** What it calls itself, with its version. */
  readonly name: string
  /** Goes to an address and waits until the page is loaded. */
  open(url: string): Promise<void>
  /** Runs a function in the page. Nothing but its arguments and its answer, both as JSON, comes along. */
  run<Args extends unknown[], Answer>(
    script: (...args: Args) => Answer | Promise<Answer>,
    ...args: Args
  ): Promise<Answer>
  /** Uses keys and pointer as a person does. */
  act(input: Input): Promise<void>
  close(): Promise<void>
}
