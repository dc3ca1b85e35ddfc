/** Whether a place has the words of a query, whatever their case. */
export function matches(place, query) {
  return place.toLowerCase().includes(query); // hot
}
