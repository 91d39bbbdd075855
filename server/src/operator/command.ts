import type { Config } from '#platform/config/config.ts'
import type { Services } from '#services.ts'

export type CommandSyntax = {
  name: string
  /** If the last parameter is `<text>`, it contains all remaining words of the command line. */
  parameters: string[]
  options?: Partial<Record<keyof CommandInput['options'], string>>
  /** The description in the usage text. Null for a part of another command, because the usage text does not show such parts. */
  summary: string | null
}

export type CommandInput = {
  positionals: string[]
  options: { search?: string; json?: boolean; name?: string; groups?: string; 'without-admin'?: boolean }
  /** The folder in which the command was typed. File names are relative to this folder. */
  folder: string
}

/** A command that runs in the running server. If no server is running, it runs in the process of the command line. */
export type Command = CommandSyntax & {
  run(services: Services, input: CommandInput, print: Print, printBytes: PrintBytes): Promise<void>
}

export type LocalCommand = CommandSyntax & {
  run(config: Config, input: CommandInput, print: Print, printBytes: PrintBytes): Promise<void>
}

export type Print = (line: string) => void

export type PrintBytes = (bytes: Uint8Array) => Promise<void>

export type CommandLine = { args: string[]; folder: string }

/** `exit` is 1 after a refusal or failure, and 2 for an invalid command line. `refusal` is the sentence for the operator. */
export type Outcome = { exit: 0 | 1 | 2; refusal?: string }
