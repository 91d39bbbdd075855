import type { Config } from '#config.ts'
import type { Services } from '#services.ts'

/** How a command is typed, and its line in the usage. */
export type CommandSyntax = {
  name: string
  /** As the usage shows them; the last one takes the rest of the line when it is a text. */
  parameters: string[]
  options?: Partial<Record<keyof CommandInput['options'], string>>
  /** Null: part of another command, and not in the usage. */
  summary: string | null
}

export type CommandInput = {
  positionals: string[]
  options: { search?: string; json?: boolean }
  /** The folder of the command line: the files it names are relative to it. */
  folder: string
}

/** A command that runs on the services: in the running server, or here when none runs. */
export type Command = CommandSyntax & {
  run(services: Services, input: CommandInput, print: Print, printBytes: PrintBytes): Promise<void>
}

/** A command that always runs in the process of the command line. */
export type LocalCommand = CommandSyntax & {
  run(config: Config, input: CommandInput, print: Print): Promise<void>
}

/** Prints a line for the operator. */
export type Print = (line: string) => void

/** Writes bytes to the operator's standard output. Settles once they are taken; throws when nobody takes them. */
export type PrintBytes = (bytes: Uint8Array) => Promise<void>

/** A command line as it was typed, and the folder it was typed in. */
export type CommandLine = { args: string[]; folder: string }

/** How it ended: 0 done, 1 refused or failed, 2 not understood. Anything but 0 comes with a sentence. */
export type Outcome = { exit: 0 | 1 | 2; refusal?: string }
