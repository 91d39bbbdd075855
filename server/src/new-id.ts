import { customAlphabet } from 'nanoid'

/** Returns an id with 71 random bits. Ids are short because live messages and links contain them. */
export const newId = customAlphabet('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz', 12)
