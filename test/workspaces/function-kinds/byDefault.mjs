export default function (list) {
  return list.reduce((sum, each) => sum + each, 0);
}
