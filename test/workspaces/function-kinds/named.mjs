const sum = (list) => list.reduce((all, each) => all + each, 0);

export default sum;
