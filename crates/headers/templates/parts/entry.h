/* An entry is the score of a move in its upper half and the move in the lower one. No two entries
 * of a list are equal. The largest comes first. */
