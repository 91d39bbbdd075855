import { customAlphabet } from 'nanoid'

/** Returns an id with 71 random bits: see docs/decisions/0003-short-ids.md. */
export const newId = customAlphabet('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz', 12)
