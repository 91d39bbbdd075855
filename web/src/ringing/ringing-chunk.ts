import { keepRinging } from './keep-ringing.ts'
import { MuteChoice } from './mute-choice.tsx'
import { RingOffer } from './ring-offer.tsx'
import { RingingSection } from './ringing-section.tsx'

/** The parts of this module that are not needed at the start. They are in one file, which is loaded with the first of them. */
export const ringingChunk = { RingingSection, RingOffer, MuteChoice, keepRinging }
