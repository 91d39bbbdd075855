/** An input device and its actions, in the format of WebDriver and WebDriver BiDi. */
type Input =
  | { type: 'key'; id: string; actions: { type: 'keyDown' | 'keyUp'; value: string }[] }
  | { type: 'pointer'; id: string; actions: PointerAction[] }

type PointerAction =
  | { type: 'pointerMove'; x: number; y: number }
  | { type: 'pointerDown' | 'pointerUp'; button: number }

/** A browser with one page and without data of earlier tests. */
export type Browser = {
  readonly name: string
  /** Opens an address and waits until the page is loaded. */
  open(url: string): Promise<void>
  /** Runs a function in the page. The arguments and the result are sent as JSON. The function cannot use variables of the test. */
  run<Args extends unknown[], Answer>(
    script: (...args: Args) => Answer | Promise<Answer>,
    ...args: Args
  ): Promise<Answer>
  sendInput(input: Input): Promise<void>
  close(): Promise<void>
}
