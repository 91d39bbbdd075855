import { customAlphabet } from 'nanoid'

/** Returns a new id of 12 random letters and digits (71 bits). Ids are short because live messages and links contain them. */
export const newId = customAlphabet('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz', 12)
