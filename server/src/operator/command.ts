import type { Config } from '#config.ts'
import type { Services } from '#services.ts'

/** The syntax of a command, and its line in the usage. */
export type CommandSyntax = {
  name: string
  /** As shown in the usage. If the last one is a text, it takes the rest of the line. */
  parameters: string[]
  options?: Partial<Record<keyof CommandInput['options'], string>>
  /** Null: part of another command, and not shown in the usage. */
  summary: string | null
}

export type CommandInput = {
  positionals: string[]
  options: { search?: string; json?: boolean }
  /** The folder of the command line. File names are relative to it. */
  folder: string
}

/** A command that needs the services. It runs in the running server, or in the process of the command line if no server runs. */
export type Command = CommandSyntax & {
  run(services: Services, input: CommandInput, print: Print, printBytes: PrintBytes): Promise<void>
}

/** A command that always runs in the process of the command line. */
export type LocalCommand = CommandSyntax & {
  run(config: Config, input: CommandInput, print: Print): Promise<void>
}

/** Prints a line for the operator. */
export type Print = (line: string) => void

/** Writes bytes to the operator's standard output. Settles once they are written, and throws if nothing reads them. */
export type PrintBytes = (bytes: Uint8Array) => Promise<void>

/** The words of a command line, and the folder where it was typed. */
export type CommandLine = { args: string[]; folder: string }

/** How a command ended: 0 means done, 1 refused or failed, 2 not understood. All but 0 come with a sentence. */
export type Outcome = { exit: 0 | 1 | 2; refusal?: string }
